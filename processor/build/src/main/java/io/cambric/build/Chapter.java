package io.cambric.build;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A chapter of a façade. Its functions are listed by name, whichever topic they are of. */
@Retention(RetentionPolicy.SOURCE)
@Target({})
public @interface Chapter {

  /** {@return the topic classes, of this package or another} */
  Class<?>[] value();
}
