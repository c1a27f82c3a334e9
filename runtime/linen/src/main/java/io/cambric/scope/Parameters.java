package io.cambric.scope;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.random.Initializer;
import io.cambric.random.Key;
import io.cambric.transform.function.Fn;

/** Parameters: made by their initializers where they are missing, else compared with these. */
final class Parameters {

  private Parameters() {}

  static Array array(Scope scope, String name, Initializer init, Shape shape, DType dtype) {
    var present = scope.reserved(Variables.PARAMS, name, "Parameter");
    if (present == null) {
      return created(scope, name, init, key -> init.init(key, shape, dtype));
    }
    if (!(VariableBoxes.unboxed(present) instanceof Array array)) {
      throw ScopeErrors.paramIsNoArray(scope, name, present, shape);
    }
    return scope.root().audit() == null && array.shape().equals(shape)
        ? array
        : fitted(scope, name, array, key -> init.init(key, shape, dtype));
  }

  @SuppressWarnings("unchecked")
  static <T> T tree(Scope scope, String name, Fn<Key, T> init) {
    var present = scope.reserved(Variables.PARAMS, name, "Parameter");
    if (present == null) {
      return created(scope, name, init, init);
    }
    return (T) fitted(scope, name, VariableBoxes.unboxed(present), init);
  }

  private static <T> T created(Scope scope, String name, Object maker, Fn<Key, T> init) {
    if (!scope.isMutable(Variables.PARAMS)) {
      var audit = scope.root().audit();
      if (audit != null) {
        return audit.missingParam(scope.values().place(), name, init);
      }
      throw ScopeErrors.paramNotFound(scope, name);
    }
    T value = init.apply(scope.makeRng(Variables.PARAMS));
    scope.create(Variables.PARAMS, name, VariableBoxes.boxed(maker, value));
    return value;
  }

  private static <T> T fitted(Scope scope, String name, T present, Fn<Key, ?> init) {
    var audit = scope.root().audit();
    if (audit != null) {
      return audit.fitted(scope.values().place(), name, present, init);
    }
    AbstractInit.mismatch(present, init)
        .ifPresent(shapes -> {
          throw ScopeErrors.paramShape(scope, name, shapes.stored(), shapes.yielded());
        });
    return present;
  }
}
