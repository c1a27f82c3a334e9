package io.cambric.module;

import io.cambric.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens around module methods.
 *
 * @param interceptors outermost first
 * @param capture which results are stored as intermediates; null for none
 */
record Hooks(List<Interceptor> interceptors, @Nullable CaptureFilter capture) {

  static final Hooks NONE = new Hooks(List.of(), null);

  /** Stores the result of a method as an intermediate, if it is to be. */
  void capture(Module<?> module, String method, Scope scope, @Nullable Object result) {
    if (capture != null && result != null && capture.captures(module, method)) {
      scope.sow("intermediates", method.equals("call") ? "__call__" : method, result);
    }
  }

  Hooks inside(Interceptor interceptor) {
    var more = new ArrayList<>(interceptors);
    more.add(interceptor);
    return new Hooks(List.copyOf(more), capture);
  }
}
