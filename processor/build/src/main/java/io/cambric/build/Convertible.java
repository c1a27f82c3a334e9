package io.cambric.build;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a type that callers give in several forms: as the argument of one of its public static
 * methods called {@code of}.
 *
 * <p>A function with a parameter of the type becomes one overload for each form. Example: with
 * {@code Scalar.of(double)} and {@code Scalar.of(Array)}, the function {@code scale(Scalar)} of a
 * topic becomes {@code scale(double)} and {@code scale(Array)} of the façade.
 *
 * <p>It stays in class files, as generators of other modules read it there.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Convertible {}
