package io.cambric.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a {@link Module} definition that constructs its submodules and declares its
 * parameters where it uses them. Submodules without a name of their own are called {@code Dense_0},
 * {@code Dense_1} in order of construction.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Compact {}
