package io.cambric.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method of a {@link Module} definition that makes its submodules and variables once, as
 * a record whose component names are the scope names.
 *
 * <p>The method takes no parameters. Other methods may receive the record as their first parameter,
 * which the generated class hides:
 *
 * <pre>
 * record Parts(Encoder encoder, Decoder decoder) {}
 *
 * &#64;Setup
 * Parts parts() {
 *   return new Parts(Encoder.of(latents), Decoder.of(features));
 * }
 *
 * Array call(Parts parts, Array x) {
 *   return parts.decoder().call(parts.encoder().call(x));
 * }
 * </pre>
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Setup {}
