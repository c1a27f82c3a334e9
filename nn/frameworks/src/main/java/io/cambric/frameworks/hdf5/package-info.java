/**
 * HDF5 files, as far as Keras and h5py write them by default: groups, datasets and texts in
 * attributes. Structures are read within the bounds of the file, without recursion.
 */
@NullMarked
package io.cambric.frameworks.hdf5;

import org.jspecify.annotations.NullMarked;
