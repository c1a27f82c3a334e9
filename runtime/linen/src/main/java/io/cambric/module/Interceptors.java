package io.cambric.module;

import io.cambric.scope.Scopes;
import java.util.function.Supplier;

/**
 * The interception of methods, as {@code nn.intercept_methods}: code runs with an interceptor
 * around each module method that it calls.
 */
public final class Interceptors {

  private Interceptors() {}

  /**
   * {@return the result of the body}
   *
   * <p>The interceptor is in effect on this thread. Of nested interceptors the outermost runs first
   * and sees the results of the inner ones.
   */
  public static <R> R intercept(Interceptor interceptor, Supplier<? extends R> body) {
    var frame = MethodFrame.current();
    var inner =
        frame == null
            ? MethodFrame.base(Hooks.NONE.inside(interceptor), null)
            : frame.with(frame.hooks().inside(interceptor));
    return Scopes.enter(Scopes.current().orElse(null), inner, body);
  }
}
