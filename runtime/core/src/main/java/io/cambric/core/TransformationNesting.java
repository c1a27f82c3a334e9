package io.cambric.core;

import io.cambric.errors.NestingException;
import io.cambric.errors.NestingException.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Describes how transformations and programs were nested when the stack was full. */
final class TransformationNesting {

  private TransformationNesting() {}

  /**
   * {@return the exception for transformations that were running}
   *
   * @param overflow the overflow that is {@code thrown} or its cause
   * @throws Error {@code thrown}, if they are too few to have filled the stack
   */
  static NestingException ofTransformations(
      Trace innermost, StackOverflowError overflow, Error thrown) {
    var names = names(innermost);
    if (!NestingException.isDeep(names.size())) {
      throw thrown;
    }
    return new NestingException(
        Kind.TRANSFORMATIONS,
        names.size(),
        "at %s, %s".formatted(Source.of(overflow), NestingException.text(names, " of ")),
        overflow);
  }

  /**
   * {@return the names of a trace and of the enclosing traces that transform, the outermost first}
   */
  private static List<String> names(Trace innermost) {
    var names = new ArrayList<String>(innermost.depth());
    for (var trace = innermost; trace != null; trace = trace.parent()) {
      if (!trace.evaluates()) {
        names.addFirst(trace.name());
      }
    }
    return names;
  }

  /**
   * {@return the exception for work on a program that holds other programs}
   *
   * @param overflow the overflow that is {@code thrown} or its cause
   * @throws Error {@code thrown}, if they are too few to have filled the stack
   */
  static NestingException ofPrograms(Jaxpr program, StackOverflowError overflow, Error thrown) {
    if (!NestingException.isDeep(program.depth())) {
      throw thrown;
    }
    return new NestingException(
        Kind.PROGRAMS,
        program.depth(),
        "at %s, within %s".formatted(Source.capture(), String.join(", ", holders(program))),
        overflow);
  }

  /** {@return the names of the operations that hold programs} */
  private static Set<String> holders(Jaxpr program) {
    var names = new TreeSet<String>();
    var level = Set.of(program);
    while (!level.isEmpty()) {
      Set<Jaxpr> below = Collections.newSetFromMap(new IdentityHashMap<>());
      for (var each : level) {
        for (var eqn : each.eqns()) {
          for (var programs : eqn.primitive().programs().values()) {
            names.add(eqn.primitive().name());
            below.addAll(programs);
          }
        }
      }
      level = below;
    }
    return names;
  }
}
