package io.cambric.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record as a pytree: transformations see through it to the arrays in its components.
 *
 * <p>Components marked {@link Static} are metadata. The processor generates the code that takes the
 * record apart and rebuilds it. For a record that declares {@code implements FooWith}, it generates
 * that interface, with one {@code with...} method for each component:
 *
 * <pre>
 * &#64;PyTree
 * record Foo(Array weights, &#64;Static String label) implements FooWith {}
 *
 * Foo scaled = foo.withWeights(foo.weights().mul(2));
 * </pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface PyTree {}
