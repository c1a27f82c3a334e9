package io.cambric.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules by which the compiler replaces operations in its programs, found by primitive. A service:
 * {@code io.cambric.rewrite} provides the rules of this library, and an author of a primitive may
 * provide others.
 *
 * <p>A replacement gives the same values with less work. It has the effects and the named axes of
 * the operation, except for axes of one lane. It does not look past an optimization barrier.
 */
public interface RewriteRules {

  /** Registers the rules. */
  void register(Registry registry);

  /**
   * Rules by primitive; the rules of one primitive are tried in the order of their registration.
   */
  interface Registry {

    /** Registers a rule that replaces an operation by a program, where calls are inlined. */
    <P extends Primitive> void expand(Class<P> primitive, Expansion<P> rule);

    /** Registers a rule that replaces an operation by others, after calls are inlined. */
    <P extends Primitive> void rewrite(Class<P> primitive, Rewrite<P> rule);
  }

  /**
   * A rule that replaces an operation by a program.
   *
   * @param <P> the primitive
   */
  @FunctionalInterface
  interface Expansion<P extends Primitive> {

    /** {@return an equal program, or {@code null} to keep the operation} */
    @Nullable Jaxpr expand(P primitive, List<ShapedArray> operands);
  }

  /**
   * A rule that replaces an operation by cheaper ones, given the equations around it.
   *
   * @param <P> the primitive
   */
  @FunctionalInterface
  interface Rewrite<P extends Primitive> {

    /**
     * {@return the atoms that replace the results, made of equations bound in the context, or
     * {@code null} to keep the operation}
     */
    @Nullable List<Atom> rewrite(P primitive, List<Atom> operands, RewriteContext context);
  }
}
