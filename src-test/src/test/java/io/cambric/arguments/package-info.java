/**
 * Calls of the public functions with arguments that do not fit, drawn at random: whatever is wrong,
 * the exception is one of Cambric's. Nothing else uses this package.
 */
@NullMarked
package io.cambric.arguments;

import org.jspecify.annotations.NullMarked;
