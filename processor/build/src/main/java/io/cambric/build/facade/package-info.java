/**
 * The generator of façades: classes of static functions that delegate to topic classes. Only the
 * builds of {@code runtime} and {@code optax} name it; it is no service, so no user's compiler runs
 * it.
 *
 * <p>Example: the marker {@code @Facade(name = "Lax", chapters = @Chapter({UnaryFunctions.class,
 * BinaryFunctions.class}))} on the package-private type {@code LaxContents} yields the public class
 * {@code Lax}. The class has the Javadoc of {@code LaxContents} and each public function of the two
 * topics, with its Javadoc.
 */
@NullMarked
package io.cambric.build.facade;

import org.jspecify.annotations.NullMarked;
