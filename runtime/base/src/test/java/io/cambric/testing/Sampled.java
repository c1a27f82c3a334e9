package io.cambric.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that take long, as a class, which is one case of a family: a build runs it by chance, as
 * often as {@link Sample} takes a case, and continuous integration always.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SampledCondition.class)
public @interface Sampled {}
