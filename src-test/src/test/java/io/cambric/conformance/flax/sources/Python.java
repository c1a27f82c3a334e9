package io.cambric.conformance.flax.sources;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The Python class that a definition is the translation of; blanks and line ends do not count. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Python {

  /** The text of the class. */
  String value();
}
