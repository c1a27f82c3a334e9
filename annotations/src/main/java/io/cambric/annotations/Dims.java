package io.cambric.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The axes of an array, on the type of a parameter or of a result. The compiler derives ranks and
 * sizes from them, and the generated class checks them when a method is traced.
 *
 * <pre>
 * &#64;Module
 * record MlpDef(int hidden) {
 *   &#64;Compact
 *   &#64;Dims("batch 10") Array call(&#64;Dims("batch 784") Array x) {
 *     return Dense.of(10).call(relu(Dense.of(hidden).call(x)));
 *   }
 * }
 * </pre>
 *
 * <p>Axes are separated by blanks. An axis is a number, a name, or a sum or a product of these
 * without blanks inside, such as {@code 4*hidden+1}. A name is the integer component of that name.
 * Any other name stands for one size in a call: all axes of that name are equal. The name {@code _}
 * is an axis of any size. Three dots at the beginning stand for any number of axes, and an empty
 * text for a scalar.
 */
@Documented
@Target(ElementType.TYPE_USE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Dims {

  /** The axes, from first to last. */
  String value();
}
