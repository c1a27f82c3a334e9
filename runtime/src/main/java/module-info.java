/** Arrays, transformations, compiler, scopes and modules. */
// The compiler does not see the module that an export names.
@SuppressWarnings("module")
module io.cambric.runtime {
  requires transitive io.cambric.annotations;
  requires static io.cambric.build;
  requires static transitive org.jspecify;
  requires jdk.jfr;
  requires tools.jackson.core;

  // In the order of the arrows. A package without a type cannot be exported yet.
  exports io.cambric.errors;
  exports io.cambric.profiler;
  // The events, for the artifacts of this project.
  exports io.cambric.profiler.event to
      io.cambric.kernels.simd;
  exports io.cambric.tree;
  exports io.cambric.array;
  exports io.cambric.kernel.thread to
      io.cambric.kernels.simd,
      io.cambric.examples;
  exports io.cambric.kernel;
  exports io.cambric.kernel.scalar to
      io.cambric.kernels.simd,
      io.cambric.examples;
  exports io.cambric.kernel.block to
      io.cambric.kernels.simd,
      io.cambric.examples;
  exports io.cambric.kernel.plain to
      io.cambric.kernels.simd,
      io.cambric.examples;
  exports io.cambric.core;
  exports io.cambric.lax.dims;
  exports io.cambric.lax;
  exports io.cambric.interpreters to
      io.cambric.nn;
  exports io.cambric.control;
  exports io.cambric.transform;
  exports io.cambric.transform.function;
  exports io.cambric.transform.result;
  exports io.cambric.numpy;
  exports io.cambric.random;
  exports io.cambric.distributed;
  exports io.cambric.scope;
  exports io.cambric.scope.lift;
  exports io.cambric.module;
  // The shared parts of readers of files, for the artifacts of this project.
  exports io.cambric.io.file to
      io.cambric.data,
      io.cambric.examples,
      io.cambric.models,
      io.cambric.nn,
      io.cambric.text;
  exports io.cambric.io;
  exports io.cambric.io.json;
  exports io.cambric.io.weight;
  exports io.cambric.io.event;
  exports io.cambric.io.onnx;
  exports io.cambric.serialization;

  uses io.cambric.kernel.Kernels;
  uses io.cambric.core.ArrayMethods;
  uses io.cambric.core.ProgramCompiler;
  uses io.cambric.core.RewriteRules;

  provides io.cambric.core.ArrayMethods with
      io.cambric.numpy.FluentMethods;
  provides io.cambric.core.ProgramCompiler with
      io.cambric.compile.Compiler;
  provides io.cambric.core.RewriteRules with
      io.cambric.rewrite.Rules;
}
