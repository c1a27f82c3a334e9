package io.cambric.module;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A module method about to run, as an {@link Interceptor} sees it. */
public final class MethodCall {

  static final String CALL = "call";
  static final String SETUP = "setup";

  /** Stands for the method in a lifted function. */
  static final String FUNCTION = "lambda";

  private final Module<?> module;
  private final String method;
  private final List<Interceptor> inner;
  private final Supplier<?> body;

  private MethodCall(Module<?> module, String method, List<Interceptor> inner, Supplier<?> body) {
    this.module = module;
    this.method = method;
    this.inner = inner;
    this.body = body;
  }

  static @Nullable Object run(
      Module<?> module, String method, List<Interceptor> interceptors, Supplier<?> body) {
    return interceptors.isEmpty()
        ? body.get()
        : interceptors
            .getFirst()
            .intercept(
                new MethodCall(module, method, interceptors.subList(1, interceptors.size()), body));
  }

  /** {@return whether a method is one that a module offers} */
  static boolean isOffered(String method) {
    return !method.equals(SETUP) && !method.equals(FUNCTION);
  }

  /** {@return the bound module} */
  public Module<?> module() {
    return module;
  }

  /** {@return the name of the method, {@code setup} for any setup method} */
  public String method() {
    return method;
  }

  /** {@return the result of the interceptors further in and of the method} */
  public @Nullable Object proceed() {
    return run(module, method, inner, body);
  }
}
