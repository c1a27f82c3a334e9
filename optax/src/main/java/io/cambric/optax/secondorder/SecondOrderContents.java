package io.cambric.optax.secondorder;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * Second derivatives of a loss of parameters, inputs and targets.
 *
 * {@snippet :
 * Params product = SecondOrder.hvp(loss, v, params, inputs, targets);
 * Array curvatures = SecondOrder.hessianDiag(loss, params, inputs, targets);
 * }
 *
 * @see <a href="https://github.com/google-deepmind/optax/tree/main/optax/second_order">
 *     optax.second_order</a>
 */
@Facade(name = "SecondOrder", chapters = @Chapter(Curvatures.class))
interface SecondOrderContents {}
