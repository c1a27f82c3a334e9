package io.cambric.transform;

/** Names functions for listings and messages. */
final class FunctionNames {

  private FunctionNames() {}

  /** {@return the class that a lambda stands in, or the class of a function object} */
  static String of(Object function) {
    var name = function.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    var owner = lambda < 0 ? name : name.substring(0, lambda);
    return owner.substring(owner.lastIndexOf('.') + 1);
  }
}
