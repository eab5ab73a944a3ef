CREATE INDEX rating_best ON rating (variant, speed, rating DESC);
