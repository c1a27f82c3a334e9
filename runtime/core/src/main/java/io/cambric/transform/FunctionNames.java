package io.cambric.transform;

import io.cambric.core.Source;

/** Names functions for listings and messages. */
final class FunctionNames {

  private FunctionNames() {}

  /** {@return the class that contains a lambda, or the class of a function object} */
  static String of(Object function) {
    var name = function.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    var owner = lambda < 0 ? name : name.substring(0, lambda);
    return owner.substring(owner.lastIndexOf('.') + 1);
  }

  /**
   * {@return a description of a function: the class that contains a lambda, or the class of a
   * function object}
   */
  static String words(Object function) {
    var name = of(function);
    if (!function.getClass().isHidden()) {
      return name;
    }
    return Source.isOfSession(function.getClass().getName())
        ? "a function of this session"
        : "a function in " + name;
  }
}
