package io.cambric.serialization;

import io.cambric.tree.Opaque;

/**
 * A complex number of a state dict, as Python has it; a leaf of pytrees.
 *
 * @param real part
 * @param imaginary part
 */
public record ComplexNumber(double real, double imaginary) implements Opaque {}
