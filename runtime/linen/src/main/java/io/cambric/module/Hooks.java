package io.cambric.module;

import io.cambric.scope.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hooks around module methods: interceptors and the capture of results.
 *
 * @param interceptors outermost first
 * @param capture chooses the results stored as intermediates; null for none
 */
record Hooks(List<Interceptor> interceptors, @Nullable CaptureFilter capture) {

  static final Hooks NONE = new Hooks(List.of(), null);

  /**
   * {@return the result of a method with the interceptors around it; captured if the filter accepts
   * it}
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // null only if R is nullable: the method says so
  <R extends @Nullable Object> R run(Module<?> module, Invocation<R> invocation, Scope scope) {
    var method = invocation.method();
    var result = (R) MethodCall.run(module, invocation, interceptors);
    if (capture != null
        && result != null
        && MethodCall.isOffered(method)
        && capture.captures(module, method)) {
      scope.sow("intermediates", method.equals(MethodCall.CALL) ? "__call__" : method, result);
    }
    return result;
  }

  Hooks inside(Interceptor interceptor) {
    var more = new ArrayList<>(interceptors);
    more.add(interceptor);
    return new Hooks(List.copyOf(more), capture);
  }
}
