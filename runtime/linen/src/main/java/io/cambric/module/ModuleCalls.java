package io.cambric.module;

import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import org.jspecify.annotations.Nullable;

/**
 * The {@code call} of a module with any arguments, for the interfaces {@code ModuleCall}, {@code
 * ModuleCall2} and so on, which the build generates.
 */
@CallArities(5)
final class ModuleCalls {

  private ModuleCalls() {}

  static <R> Initialized<R> initWithOutput(
      Object module, Rngs rngs, @Nullable Object... arguments) {
    return initialized((Module<?>) module, rngs, new Arguments(arguments));
  }

  private static <M extends Module<M>, R> Initialized<R> initialized(
      Module<M> module, Rngs rngs, Arguments arguments) {
    return module.initWithOutput(rngs, ModuleCalls.<M, R>call(module, arguments));
  }

  static <R> Applied<R> apply(
      Object module, Variables variables, ApplyOptions options, @Nullable Object... arguments) {
    return applied((Module<?>) module, variables, options, new Arguments(arguments));
  }

  private static <M extends Module<M>, R> Applied<R> applied(
      Module<M> module, Variables variables, ApplyOptions options, Arguments arguments) {
    return module.apply(variables, options, ModuleCalls.<M, R>call(module, arguments));
  }

  /** The result has the type that the class of the module gives to its interface. */
  @SuppressWarnings("unchecked")
  private static <M extends Module<M>, R> Fn<M, R> call(Module<M> module, Arguments arguments) {
    var call = module.type().call();
    return running -> (R) call.apply(running, arguments);
  }
}
