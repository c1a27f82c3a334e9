package io.cambric.module;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * The lifted transformations of functions that use modules, for methods of definitions. Name them
 * with the class: {@code Lift.vmap}.
 *
 * <p>A function belongs to the module that is its first argument, else to the running module.
 * Submodules and parameters created in the function belong to that module. Other modules, and
 * variables, may be anywhere in the arguments. A module that is not passed cannot be used inside.
 * Leaves of arguments that are not arrays are static.
 *
 * <p>Options are methods of the returned function. Functions that return a result take a record of
 * options first.
 *
 * {@snippet :
 * Array y = Lift.vmap((Dense d, Array x) -> d.call(x)).variableBroadcast("params").apply(dense, xs);
 * Array z = Lift.whileLoop(WhileLift.NONE.withVariableCarry("state"), condition, body, self(), x);
 * var vjp = Lift.vjp((d, x) -> d.call(x), dense, x);
 * }
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">flax.linen
 *     transformations</a>
 */
@Facade(
    name = "Lift",
    chapters = {
      @Chapter(LiftedWrappers.class),
      @Chapter(LiftedControlFlow.class),
      @Chapter(LiftedDerivatives.class),
      @Chapter(LiftedRules.class)
    })
interface LiftContents {}
