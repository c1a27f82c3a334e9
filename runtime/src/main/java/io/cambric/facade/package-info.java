/**
 * The markers of façades, which the generator of the build reads. They are in no class file; no
 * other module but {@code optax} sees them.
 */
@NullMarked
package io.cambric.facade;

import org.jspecify.annotations.NullMarked;
