package io.cambric.module;

import io.cambric.scope.Scope;
import io.cambric.scope.lift.LiftedFunction;
import io.cambric.scope.lift.Lifting;
import io.cambric.transform.function.Fn2;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lifted calls of functions of modules, the mechanism of {@link Lift}. */
final class LiftedFunctions {

  private LiftedFunctions() {}

  /** A user's function of a list of arguments. */
  interface Body<R extends @Nullable Object> {
    R apply(List<@Nullable Object> arguments);
  }

  /**
   * {@return the result of a transformed function}
   *
   * @param code the user's function, a part of the key of cached programs
   * @param arguments the module of the function first, if it is given
   */
  static <R extends @Nullable Object> R run(
      Lifting lifting, Object code, Body<R> body, List<@Nullable Object> arguments) {
    return run(
        arguments,
        List.of(code),
        List.of(body),
        (scopes, functions, rest) -> lifting.<R>run(scopes, functions.getFirst(), rest));
  }

  /** A transformation of several functions of the same modules. */
  @FunctionalInterface
  interface Transformation<F extends @Nullable Object, R extends @Nullable Object> {
    R apply(
        List<Scope> scopes, List<LiftedFunction<F>> functions, List<@Nullable Object> arguments);
  }

  private static <F extends @Nullable Object, R extends @Nullable Object> R run(
      List<@Nullable Object> arguments,
      List<?> codes,
      List<? extends Body<? extends F>> bodies,
      Transformation<F, R> transformation) {
    boolean given = arguments.getFirst() instanceof Module<?> module && module.binding() != null;
    var call = new LiftedCall(given ? binding((Module<?>) arguments.getFirst()) : running());
    var rest = call.collect(given ? arguments.subList(1, arguments.size()) : arguments);
    var functions = new ArrayList<LiftedFunction<F>>();
    for (int i = 0; i < bodies.size(); i++) {
      functions.add(function(call, given, codes.get(i), bodies.get(i)));
    }
    return transformation.apply(call.scopes(), functions, rest);
  }

  /**
   * {@return the result of a transformation of functions of a module and an argument}
   *
   * @throws io.cambric.errors.UnboundModuleException if the module has no scope to lift
   */
  static <F extends @Nullable Object, R extends @Nullable Object> R of(
      Module<?> module,
      @Nullable Object argument,
      List<?> codes,
      List<? extends Body<? extends F>> bodies,
      Transformation<F, R> transformation) {
    return of(module, Collections.singletonList(argument), codes, bodies, transformation);
  }

  /**
   * {@return the result of a transformation of functions of a module and arguments}
   *
   * @throws io.cambric.errors.UnboundModuleException if the module has no scope to lift
   */
  static <F extends @Nullable Object, R extends @Nullable Object> R of(
      Module<?> module,
      List<? extends @Nullable Object> arguments,
      List<?> codes,
      List<? extends Body<? extends F>> bodies,
      Transformation<F, R> transformation) {
    var all = new ArrayList<@Nullable Object>();
    all.add(binding(module).module());
    all.addAll(arguments);
    return run(all, codes, bodies, transformation);
  }

  /** A transformation of one function of one argument that yields a result, not a function. */
  @FunctionalInterface
  interface Direct<A, F, R> {
    R apply(List<Scope> scopes, LiftedFunction<F> function, A argument);
  }

  /** {@return the result of a transformation of one function of a module and an argument} */
  static <M extends Module<?>, A, F, R> R direct(
      Fn2<M, A, F> function, M module, A argument, Direct<A, F, R> transformation) {
    return LiftedFunctions.<F, R>of(
        module,
        argument,
        List.of(function),
        List.of(body(function)),
        (scopes, functions, rest) ->
            transformation.apply(scopes, functions.getFirst(), LiftedFunctions.<A>at(rest, 0)));
  }

  static <M, A, R extends @Nullable Object> Body<R> body(Fn2<M, A, R> function) {
    return (List<@Nullable Object> own) ->
        function.apply(LiftedFunctions.<M>at(own, 0), LiftedFunctions.<A>at(own, 1));
  }

  @SuppressWarnings("unchecked") // the functions are in the order of the arguments
  static <R> LiftedFunction<R> typed(LiftedFunction<?> function) {
    return (LiftedFunction<R>) function;
  }

  private static <F extends @Nullable Object> LiftedFunction<F> function(
      LiftedCall call, boolean given, Object code, Body<? extends F> body) {
    return call.new Function<F>(code) {
      @Override
      F run(Binding inner, List<@Nullable Object> own) {
        var all = new ArrayList<@Nullable Object>();
        if (given) {
          all.add(inner.module());
        }
        all.addAll(own);
        return inner.callFunction(() -> body.apply(all));
      }
    };
  }

  private static Binding binding(Module<?> module) {
    return module.bound("Lift");
  }

  private static Binding running() {
    var frame = MethodFrame.current();
    if (frame == null || frame.binding() == null) {
      throw ModuleErrors.noModule("Lift", frame);
    }
    return frame.binding();
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the given argument, or a tracer of it
  static <T extends @Nullable Object> T at(List<@Nullable Object> arguments, int i) {
    return (T) arguments.get(i);
  }
}
