package io.cambric.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An example of a call of a definition, which the tests of the project trace.
 *
 * <pre>
 * &#64;Module
 * &#64;Example(module = "Mlp.of(64)", in = "f32[2, 784]", out = "f32[2, 10]")
 * record MlpDef(int hidden) {
 *   &#64;Compact
 *   Array call(Array x) {
 *     return Dense.of(10).call(relu(Dense.of(hidden).call(x)));
 *   }
 * }
 * </pre>
 *
 * <p>The processor writes the class {@code MlpExamplesTest}, a test of JUnit Jupiter, when it
 * compiles the tests of the project. The test makes the module, traces an init, and traces an apply
 * with its variables. No values are computed, so a large model takes as little time as a small one.
 *
 * <p>An array is written as its dtype and its sizes, such as {@code f32[2, 784]}, and {@code f32[]}
 * for a scalar. Any other text is a Java expression, which may use the imports of the definition
 * and its static members.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
@Repeatable(Example.All.class)
public @interface Example {

  /** The Java expression that makes the module, such as {@code Mlp.of(64)}. */
  String module();

  /** The arguments, each an array or a Java expression. */
  String[] in() default {};

  /**
   * The arrays of the result, in the order of its leaves. They are not compared if there are none.
   */
  String[] out() default {};

  /** The method of the definition that is called. */
  String method() default "call";

  /** Several examples of one definition. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.CLASS)
  @interface All {

    /** The examples, in their order in the source. */
    Example[] value();
  }
}
