package io.cambric.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class written by the processor. Coverage tools leave out classes whose annotations
 * include one of this name.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Generated {

  /** Qualified name of the processor. */
  String value();

  /** Qualified name of the type that it was written for: a definition or a pytree. */
  String from();

  /** The imports of a definition that has examples, whose tests repeat them. */
  String[] imports() default {};
}
