package io.cambric.sample;

import java.util.function.UnaryOperator;

/** A module whose methods are given as functions, for tests that need each another one. */
record BodyDef(UnaryOperator<Object> body) {

  Object call(Object argument) {
    return body.apply(argument);
  }

  Object helper(Object argument) {
    return body.apply(argument);
  }

  Object plain(Object argument) {
    return body.apply(argument);
  }
}
