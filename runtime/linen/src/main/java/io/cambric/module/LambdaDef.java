package io.cambric.module;

import io.cambric.scope.Names;

/**
 * The definition of a module from a lambda. Two are equal when their names and functions are, and a
 * lambda equals itself only.
 *
 * @param name in place of the name of a class
 * @param function the compact method {@code call}
 * @param <F> the type of function
 */
record LambdaDef<F>(String name, F function) {

  LambdaDef {
    Names.require("a module", name);
  }
}
