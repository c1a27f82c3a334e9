package io.cambric.build;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record whose withers are generated: a method {@code withX} for each component {@code x},
 * which returns the record with another value of it.
 *
 * <p>The methods are in an interface of the same package, named after the record. The record
 * implements it, so callers see the withers as methods of the record.
 *
 * {@snippet :
 * @Withers
 * public record Clip(Scalar maxDelta) implements Stateless, ClipWith {}
 * }
 */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
public @interface Withers {}
