-- Rankings, the best first.
CREATE INDEX rating_best ON rating (variant, speed, rating DESC);
