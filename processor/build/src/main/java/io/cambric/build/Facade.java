package io.cambric.build;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the table of contents of a façade: a public class of static functions, generated in the
 * same package. Each function calls the public static method of a topic class. The Javadoc of the
 * marked type is that of the façade.
 *
 * <p>Topics are final classes that know nothing of the façade. Functions call those of other topics
 * directly.
 *
 * {@snippet :
 * @Facade(
 *     name = "Random",
 *     chapters = {@Chapter(RandomBits.class), @Chapter({BasicSamplers.class, CountSamplers.class})})
 * interface RandomContents {}
 * }
 */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
public @interface Facade {

  /** {@return the simple name of the façade} */
  String name();

  /** {@return the chapters, in the order of the page of JAX or Optax} */
  Chapter[] chapters();

  /**
   * {@return the public class that the façade extends, if several façades share its functions}
   *
   * <p>A program that imports the functions of two façades on demand may call a shared one, since
   * both imports find the same method.
   */
  Class<?> common() default Object.class;
}
