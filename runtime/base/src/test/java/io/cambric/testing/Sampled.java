package io.cambric.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that takes long, or a class of them: a build runs it by chance, as often as {@link Sample}
 * takes a case of a family, and continuous integration always.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SampledCondition.class)
public @interface Sampled {}
