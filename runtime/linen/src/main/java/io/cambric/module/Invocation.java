package io.cambric.module;

import org.jspecify.annotations.Nullable;

/**
 * A method of a definition with the arguments of one call.
 *
 * @param method its name
 * @param kind decides whether it may create submodules and variables, and in which scope
 * @param body runs it
 * @param arguments of this call
 * @param <R> its result
 */
record Invocation<R extends @Nullable Object>(
    String method, MethodKind kind, MethodBody<R> body, Arguments arguments) {

  /** {@return the invocation of a method without arguments} */
  static <R extends @Nullable Object> Invocation<R> of(String method, MethodBody<R> body) {
    return new Invocation<>(method, MethodKind.PLAIN, body, new Arguments());
  }

  R run() {
    return body.apply(arguments);
  }
}
