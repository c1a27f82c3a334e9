/**
 * The check of shapes. {@link io.cambric.processor.body.shape.ShapeCheck} runs the bodies of
 * methods on facts about arrays. A fact has the last sizes as polynomials, the rank and the kind of
 * elements, as far as they are known. A contradiction is reported if it holds for all sizes.
 *
 * <p>The rules of layers and of operations are tables: {@code LayerShapes} and {@code
 * OperationShapes}. Anything without a rule yields a fact without knowledge, which contradicts
 * nothing.
 */
@NullMarked
package io.cambric.processor.body.shape;

import org.jspecify.annotations.NullMarked;
