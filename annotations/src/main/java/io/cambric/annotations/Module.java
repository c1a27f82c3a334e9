package io.cambric.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record {@code XDef} as the definition of a module, from which the class {@code X} is
 * generated in the same package.
 *
 * <p>Each constructor of the record becomes a factory {@code X.of(...)}, each component an accessor
 * and a {@code with...} method. Each method that is neither private nor static becomes a method of
 * {@code X} that enters the module's scope. A definition nested in another type generates a
 * top-level {@code X} all the same. A component may have any name but {@code name}; one called as a
 * method that every module has, such as {@code variables}, has no accessor in {@code X}.
 *
 * <p>A record that a method returns may be nested in the definition.
 *
 * @see Compact
 * @see Setup
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Module {

  /**
   * Prefix of automatic names: submodules are called {@code Dense_0}, {@code Dense_1} and so on.
   * Left empty it is the name of the generated class. Names seed the keys of initializers, so the
   * prefix of a ported layer must equal Flax's.
   */
  String name() default "";

  /**
   * Whether modules that were constructed elsewhere keep names of their own, instead of being named
   * by their place. Such modules come in components, or from setup without being made there. This
   * is {@code preserve_adopted_names} in Flax.
   */
  boolean preserveAdoptedNames() default false;

  /**
   * Whether the module may have variables, in submodules too. {@code false} promises that it has
   * none, now and later: neither parameters nor others, nor values that it sows. The compiler
   * checks that, and allows it under a condition on a call argument in return, as in {@code if
   * (train) x = Dropout.of(0.5).call(x, false)}.
   */
  boolean variables() default true;

  /**
   * Interfaces that the generated class implements. The methods of each must be among those of the
   * definition; type arguments are inferred from them.
   */
  Class<?>[] as() default {};
}
