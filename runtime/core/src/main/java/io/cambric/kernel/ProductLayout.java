package io.cambric.kernel;

import io.cambric.array.DType;

/**
 * Layouts of factors that are fast to read in matrix products. Rewrites above the kernels need no
 * other knowledge of pages, panels and tiles.
 */
public final class ProductLayout {

  /** Columns of a panel into which a wide factor is split. */
  public static final int PANEL_COLUMNS = 128;

  /** Bytes of a memory page; hardware prefetchers do not cross page boundaries. */
  private static final int PAGE_BYTES = 4096;

  /** The least number of rows for which a batch of products is as fast as one product. */
  private static final int MIN_BATCH_ROWS = 16;

  /** The least number of columns for which a batch of products is as fast as one product. */
  private static final int MIN_BATCH_COLUMNS = 64;

  private ProductLayout() {}

  /**
   * {@return whether a factor that many products share should be split into panels of {@link
   * #PANEL_COLUMNS} columns} If rows are longer than a page, each begins on a page of its own.
   */
  public static boolean isWide(int columns, DType dtype) {
    return columns % PANEL_COLUMNS == 0 && columns * dtype.bytes() >= PAGE_BYTES;
  }

  /** {@return whether products of this number of rows may be computed as a batch} */
  public static boolean mayBatchRows(int rows) {
    return rows >= MIN_BATCH_ROWS;
  }

  /** {@return whether products of this number of columns may be computed as a batch} */
  public static boolean mayBatchColumns(int columns) {
    return columns >= MIN_BATCH_COLUMNS;
  }
}
