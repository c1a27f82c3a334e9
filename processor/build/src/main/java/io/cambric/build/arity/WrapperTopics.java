package io.cambric.build.arity;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import java.util.List;

/** Writes {@code jit}, {@code vmap}, {@code pmap} and {@code checkpoint} for each arity. */
final class WrapperTopics {

  /**
   * A transformation that keeps the type of a function.
   *
   * @param name of the function
   * @param topic its class
   * @param result the class of the functions it returns
   * @param options the record of their options
   * @param about a class of functions, in one sentence, for the arguments in words
   * @param first Javadoc of the returned function, for the arguments in words
   * @param more Javadoc of the first overload
   */
  private record Wrapper(
      String name,
      String topic,
      String result,
      String options,
      String about,
      String first,
      String more) {}

  private static final List<Wrapper> WRAPPERS =
      List.of(
          new Wrapper(
              "jit",
              "JitFunctions",
              "Jit",
              "JitOptions",
              "Compilation of functions.",
              "{@return the function of $L compiled}",
              """
              <p>A function is traced once for each structure, shapes, dtypes and static leaves of its
              arguments. Leaves that are neither arrays nor Java numbers are static. Java numbers that
              cannot be arrays are also static: arguments, and components that are declared as numbers.
              Other numbers, as in lists, are weakly typed arrays. Each static value compiles another
              program.

              <p>Keep the result, because it holds the compiled programs: each call of {@code jit}
              starts without any. Options follow the call, as in {@code jit(f).donate(0).statics(1)}.

              @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.jit.html">jax.jit</a>
              """),
          new Wrapper(
              "vmap",
              "VmapFunctions",
              "Vmap",
              "MapOptions",
              "Functions mapped over axes.",
              "{@return the function of $L, mapped over axis 0 of all arrays}",
              """
              <p>Options follow the call, as in {@code vmap(f).inAxes(0, null).axisName("batch")}.

              @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.vmap.html">jax.vmap</a>
              """),
          new Wrapper(
              "pmap",
              "PmapFunctions",
              "Pmap",
              "MapOptions",
              "Functions mapped over axes, with a thread for each slice.",
              "{@return the function of $L, mapped over axis 0 of all arrays, with a thread for each slice}",
              """
              <p>Results and options are the same as for {@code vmap}. The function is compiled for one
              slice, and runs for all slices at the same time. Each slice has a worker thread, even if
              there are fewer processors. Workers exchange values in collectives such as {@code
              Lax.psum}, which they must reach in the same order. Therefore branches and loops around a
              collective need predicates that all slices share.

              <p>Keep the result, as with {@code jit}.

              @throws io.cambric.errors.WorkerException when called, if a worker fails, with its
                  exception as the cause, or if workers come to different collectives
              @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.pmap.html">jax.pmap</a>
              """),
          new Wrapper(
              "checkpoint",
              "CheckpointFunctions",
              "Checkpoint",
              "CheckpointOptions",
              "Functions whose backward pass recomputes values instead of keeping them.",
              "{@return the function of $L; reverse differentiation keeps only its arguments}",
              """
              <p>Values and derivatives do not change. The backward pass takes longer, and only the
              arguments of checkpointed functions use memory between the passes. Options follow the
              call, as in {@code checkpoint(f).policy(CheckpointPolicies.dotsSaveable())}.

              @see <a
                  href="https://docs.jax.dev/en/latest/_autosummary/jax.checkpoint.html">jax.checkpoint</a>
              """));

  private final List<Arity> arities;
  private final Output output;

  WrapperTopics(List<Arity> arities, Output output) {
    this.arities = arities;
    this.output = output;
  }

  List<JavaFile> files() {
    return WRAPPERS.stream().map(this::file).toList();
  }

  private JavaFile file(Wrapper wrapper) {
    var name = RuntimeNames.transform(wrapper.topic());
    var type = Topic.of(name, wrapper.about());
    for (var arity : arities) {
      type.addMethod(arrays(wrapper, arity));
      type.addMethod(general(wrapper, arity));
    }
    return output.file(name, type);
  }

  private static MethodSpec arrays(Wrapper wrapper, Arity arity) {
    var result = arity.of(RuntimeNames.transform("Array" + wrapper.result()));
    var method =
        Output.function(wrapper.name(), result)
            .addJavadoc(wrapper.first(), arity.words("array"))
            .addParameter(arity.arrayFunction(), "function")
            .addStatement("return $L", made(wrapper, result));
    if (arity.count() == 1) {
      method.addJavadoc("\n\n$L", wrapper.more());
    }
    return method.build();
  }

  private static MethodSpec general(Wrapper wrapper, Arity arity) {
    var types = arity.variables();
    var result = arity.generic(RuntimeNames.transform(wrapper.result()), types, Arity.RESULT);
    return Output.function(wrapper.name(), result)
        .addJavadoc(wrapper.first(), arity.words("pytree"))
        .addTypeVariables(arity.variablesAnd(Arity.RESULT))
        .addParameter(arity.function(types, Arity.RESULT), "function")
        .addStatement("return $L", made(wrapper, result))
        .build();
  }

  private static CodeBlock made(Wrapper wrapper, TypeName result) {
    return DifferentiatedWriter.made(
        result, CodeBlock.of("function, $T.DEFAULT", RuntimeNames.transform(wrapper.options())));
  }
}
