package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import java.util.Arrays;
import java.util.List;
import javax.lang.model.element.ExecutableElement;

/** The forms of {@code init} and {@code apply} that call the method {@code call}. */
public enum ShorthandForm {
  /** Variables from one key. */
  INIT_WITH_KEY("init", List.of(RuntimeTypes.KEY)),
  /** Variables from keys by stream. */
  INIT_WITH_RNGS("init", List.of(RuntimeTypes.RNGS)),
  /** Output and variables from one key. */
  INIT_WITH_OUTPUT_WITH_KEY("initWithOutput", List.of(RuntimeTypes.KEY)),
  /** Output and variables from keys by stream. */
  INIT_WITH_OUTPUT_WITH_RNGS("initWithOutput", List.of(RuntimeTypes.RNGS)),
  /** The output alone. */
  APPLY("apply", List.of(RuntimeTypes.VARIABLES)),
  /** Output and changed variables. */
  APPLY_WITH_OPTIONS("apply", List.of(RuntimeTypes.VARIABLES, RuntimeTypes.APPLY_OPTIONS));

  private final String method;
  private final List<ClassName> parameterTypes;

  ShorthandForm(String method, List<ClassName> parameterTypes) {
    this.method = method;
    this.parameterTypes = parameterTypes;
  }

  /** {@return whether a method has the name of a form} */
  static boolean isNamed(ExecutableElement method) {
    return Arrays.stream(values())
        .anyMatch(form -> method.getSimpleName().contentEquals(form.method));
  }

  /** {@return the name of the generated method} */
  public String method() {
    return method;
  }

  /** {@return the types of the parameters that precede the parameters of {@code call}} */
  public List<ClassName> parameterTypes() {
    return parameterTypes;
  }

  /** {@return whether the output of {@code call} is part of the result} */
  public boolean needsOutput() {
    return this != INIT_WITH_KEY && this != INIT_WITH_RNGS;
  }
}
