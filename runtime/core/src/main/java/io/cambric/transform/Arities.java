package io.cambric.transform;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the type from which the build generates classes for each arity: function types, transformed
 * functions, results, and the functions that make them.
 */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
@interface Arities {

  /** {@return the largest number of arguments} */
  int value();
}
