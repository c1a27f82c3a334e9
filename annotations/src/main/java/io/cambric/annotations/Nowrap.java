package io.cambric.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a {@link Module} definition that computes from the components alone. The
 * generated method calls it as it is, without entering the module's scope, so it also works on an
 * unbound module.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Nowrap {}
