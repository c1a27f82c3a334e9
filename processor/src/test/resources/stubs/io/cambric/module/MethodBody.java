package io.cambric.module;

public interface MethodBody<R> {
  R apply(Arguments arguments);
}
