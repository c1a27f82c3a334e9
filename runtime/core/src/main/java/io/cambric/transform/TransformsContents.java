package io.cambric.transform;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * The transformations: functions of functions, meant for static import. They compose in any order
 * and to any depth.
 *
 * <p>They take functions of one to five arguments. Arguments and results are pytrees: arrays, and
 * lists, maps and records of pytrees. Overloads for functions of arrays let lambdas omit their
 * types. The returned function has methods for the options.
 *
 * {@snippet :
 * Array slope = grad(x -> x.tanh()).apply(x);
 * var dots = vmap((x, y) -> x.mul(y).sum()).inAxes(0, null);
 * var step = jit((Params params, Batch batch) -> valueAndGrad((Params p) -> loss(p, batch)).apply(params));
 * }
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.html#just-in-time-compilation-jit">jax</a>
 */
@Facade(
    name = "Transforms",
    chapters = {
      @Chapter({JitFunctions.class, EagerFunctions.class, TracingFunctions.class}),
      @Chapter({
        GradFunctions.class,
        JacobianFunctions.class,
        PointFunctions.class,
        LinearTransposes.class
      }),
      @Chapter({CustomRules.class, SymbolicZeroRules.class, ImplicitFunctions.class}),
      @Chapter({CheckpointFunctions.class, CheckpointNames.class}),
      @Chapter({VmapFunctions.class, PmapFunctions.class, RaggedFunctions.class}),
      @Chapter(ControlFlow.class)
    })
interface TransformsContents {}
