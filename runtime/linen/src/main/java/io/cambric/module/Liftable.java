package io.cambric.module;

import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;

/**
 * The transformations of a module that have options. Each returns the module as a class with these
 * options as methods.
 *
 * {@snippet :
 * Mlp.of(300, 10).vmap().variableAxis("params", 0).splitRngs("params");
 * }
 *
 * <p>Only generated classes and modules from lambdas implement it.
 *
 * @param <V> the module mapped over axes
 * @param <S> the module run in a loop
 * @param <R> the module checkpointed
 * @param <X> the module with transformed collections
 */
public interface Liftable<V, S, R, X> {

  /**
   * {@return this module with methods mapped over axes of arguments, variables and results; options
   * follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  default V vmap(String... methods) {
    return Verbs.lifted(this, VmapLift.NONE, methods);
  }

  /**
   * {@return this module with methods mapped like {@link #vmap}, with a worker thread for each
   * lane}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  default V pmap(String... methods) {
    return Verbs.lifted(this, VmapLift.WORKERS, methods);
  }

  /**
   * {@return this module with methods run in a loop; options follow} The first argument is the
   * carry. The result is the next carry, or a {@link io.cambric.transform.result.Carry} with an
   * output.
   *
   * @param methods the names of the methods; {@code call} by default
   */
  default S scan(String... methods) {
    return Verbs.lifted(this, ScanLift.NONE, methods);
  }

  /**
   * {@return this module with methods checkpointed: the residuals are only their arguments; options
   * follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  default R remat(String... methods) {
    return Verbs.lifted(this, RematLift.ALL, methods);
  }

  /**
   * {@return this module with methods that see transformed collections; options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  default X mapVariables(String... methods) {
    return Verbs.lifted(this, MapVariablesLift.NONE, methods);
  }
}
