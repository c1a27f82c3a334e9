package io.cambric.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a {@link Module} definition that constructs its submodules and declares its
 * parameters where it uses them. Submodules without a name of their own are called {@code Dense_0},
 * {@code Dense_1} in order of construction.
 *
 * <p>A definition may have several compact methods; when one calls another they count on. Code that
 * definitions share is a method of a class or interface, without annotation, which counts on where
 * it is called:
 *
 * <pre>
 * interface Base {
 *   int features();
 *
 *   default Array call(Array x) {
 *     return Dense.of(features()).call(x);
 *   }
 * }
 *
 * &#64;Module
 * record DerivedDef(int features) implements Base {
 *   &#64;Compact
 *   &#64;Override
 *   public Array call(Array x) {
 *     var h = Dense.of(3).call(x); // Dense_0
 *     return Base.super.call(h); // Dense_1
 *   }
 * }
 * </pre>
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Compact {

  /**
   * Whether the method has a scope of its own, named like it. Its variables and submodules land
   * below that name and are counted apart, as if the method were a submodule. This is {@code
   * compact_name_scope} in Flax. Call such a method through {@code self()}; called directly it is
   * plain Java, in the scope of its caller.
   */
  boolean nameScope() default false;
}
