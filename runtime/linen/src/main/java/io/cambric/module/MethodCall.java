package io.cambric.module;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A module method that is about to run, seen by an {@link Interceptor}. */
public final class MethodCall {

  static final String CALL = "call";
  static final String SETUP = "setup";

  /** The method name in a lifted function. */
  static final String FUNCTION = "lambda";

  private final Module<?> module;
  private final Invocation<?> invocation;
  private final List<Interceptor> inner;

  private MethodCall(Module<?> module, Invocation<?> invocation, List<Interceptor> inner) {
    this.module = module;
    this.invocation = invocation;
    this.inner = inner;
  }

  static @Nullable Object run(
      Module<?> module, Invocation<?> invocation, List<Interceptor> interceptors) {
    return interceptors.isEmpty()
        ? invocation.run()
        : interceptors
            .getFirst()
            .intercept(
                new MethodCall(module, invocation, interceptors.subList(1, interceptors.size())));
  }

  /** {@return whether a module offers a method of this name} */
  static boolean isOffered(String method) {
    return !method.equals(SETUP) && !method.equals(FUNCTION);
  }

  /** {@return the bound module} */
  public Module<?> module() {
    return module;
  }

  /** {@return the name of the method, {@code setup} for any setup method} */
  public String method() {
    return invocation.method();
  }

  /** {@return whether the module offers the method; not so for setup and for lifted functions} */
  public boolean isOffered() {
    return isOffered(method());
  }

  /** {@return the arguments, without the record of setup} */
  public List<@Nullable Object> arguments() {
    return invocation.arguments().asList();
  }

  /** {@return the result of the inner interceptors and of the method} */
  public @Nullable Object proceed() {
    return run(module, invocation, inner);
  }

  /**
   * {@return an unbound module without a name that has this method, for {@link #on}} Empty for
   * setup, for lifted functions, and for methods with a scope of their own. These need the module
   * around them.
   */
  public Optional<Module<?>> template() {
    return isOffered() && invocation.kind() != MethodKind.NAME_SCOPE
        ? Optional.of(module.template())
        : Optional.empty();
  }

  /**
   * {@return the result of this method of another module}
   *
   * @param other the {@link #template}, bound in its own init or apply
   */
  public @Nullable Object on(Module<?> other, List<? extends @Nullable Object> arguments) {
    return other.run(
        invocation.method(), invocation.kind(), invocation.body(), arguments.toArray());
  }

  /** {@return the module and the method} */
  @Override
  public String toString() {
    return ModuleType.nameOf(module) + "." + method();
  }
}
