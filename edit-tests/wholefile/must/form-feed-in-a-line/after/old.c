int one;
/* page */ int two;
int drei;
int four;
