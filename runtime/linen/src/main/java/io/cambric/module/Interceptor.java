package io.cambric.module;

import org.jspecify.annotations.Nullable;

/**
 * A hook that runs around every module method, setup included, and may change or replace the
 * result.
 *
 * {@snippet :
 * Interceptor doubling = call -> call.proceed() instanceof Array y ? y.mul(2) : null;
 * }
 *
 * @see Interceptors
 */
@FunctionalInterface
public interface Interceptor {

  /**
   * {@return the result of the method, of the type that the method returns}
   *
   * @param call the method about to run; not proceeding skips it
   */
  @Nullable Object intercept(MethodCall call);
}
