console.log("\"quoted\"");
