/** Arrays, transformations and the compiler: what JAX is made of. */
// The compiler does not see the module that an export names.
@SuppressWarnings("module")
module io.cambric.core {
  requires transitive io.cambric.annotations;
  requires transitive io.cambric.base;
  requires static io.cambric.build;
  requires static transitive com.google.errorprone.annotations;
  requires static transitive org.jspecify;
  requires java.logging;
  requires jdk.jfr;

  // In the order of the arrows. A package without a type cannot be exported yet.
  exports io.cambric.profiler;
  // The events, for the artifacts of this project.
  exports io.cambric.profiler.event to
      io.cambric.io,
      io.cambric.kernels.simd;
  exports io.cambric.tree;
  exports io.cambric.array;
  exports io.cambric.kernel.thread to
      io.cambric.kernels.simd;
  exports io.cambric.kernel;
  exports io.cambric.kernel.scalar to
      io.cambric.kernels.simd;
  exports io.cambric.kernel.block to
      io.cambric.kernels.simd;
  exports io.cambric.kernel.index to
      io.cambric.kernels.simd;
  exports io.cambric.kernel.plain to
      io.cambric.kernels.simd;
  exports io.cambric.core;
  exports io.cambric.lax.dims;
  exports io.cambric.lax.op to
      io.cambric.distributed,
      io.cambric.linen;
  exports io.cambric.lax.collective to
      io.cambric.distributed;
  exports io.cambric.lax;
  exports io.cambric.interpreters to
      io.cambric.layers,
      io.cambric.linen;
  exports io.cambric.control;
  exports io.cambric.transform;
  exports io.cambric.transform.function;
  exports io.cambric.transform.result;
  exports io.cambric.numpy;
  exports io.cambric.numpy.dtype;
  exports io.cambric.numpy.option;
  exports io.cambric.numpy.result;

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
