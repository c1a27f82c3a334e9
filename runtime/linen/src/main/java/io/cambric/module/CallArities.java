package io.cambric.module;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the type for which the build generates the interfaces of modules by the arguments of their
 * {@code call}.
 */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
@interface CallArities {

  /** {@return the largest number of arguments} */
  int value();
}
