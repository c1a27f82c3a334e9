package io.cambric.module;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks the type for which the build generates lifted functions with each number of arguments. */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
@interface LiftArities {

  /** {@return the largest number of arguments, the module among them} */
  int value();
}
