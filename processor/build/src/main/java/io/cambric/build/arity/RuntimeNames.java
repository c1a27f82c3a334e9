package io.cambric.build.arity;

import com.palantir.javapoet.ClassName;

/** Names of the types of the runtime that generated code uses. */
final class RuntimeNames {

  static final String TRANSFORM = "io.cambric.transform";

  static final String FUNCTION = TRANSFORM + ".function";

  static final String RESULT = TRANSFORM + ".result";

  static final ClassName ARRAY = ClassName.get("io.cambric.core", "Array");

  static final ClassName SHAPED_ARRAY = ClassName.get("io.cambric.core", "ShapedArray");

  static final ClassName JAXPR = ClassName.get("io.cambric.core", "Jaxpr");

  static final ClassName NULLABLE = ClassName.get("org.jspecify.annotations", "Nullable");

  static final ClassName FN = ClassName.get(FUNCTION, "Fn");

  static final ClassName ARRAY_FN = ClassName.get(FUNCTION, "ArrayFn");

  static final ClassName GRADS = ClassName.get(RESULT, "Grads");

  static final ClassName LIST_FUNCTIONS = transform("ListFunctions");

  private RuntimeNames() {}

  static ClassName transform(String name) {
    return ClassName.get(TRANSFORM, name);
  }

  static ClassName module(String name) {
    return ClassName.get("io.cambric.module", name);
  }

  static ClassName lift(String name) {
    return ClassName.get("io.cambric.scope.lift", name);
  }

  static ClassName result(String name) {
    return ClassName.get(RESULT, name);
  }
}
