package io.cambric.data;

/** The destination of the fields of lines; mutable. */
interface LineTarget {

  /**
   * Stores a field of the current row if it is requested; false if it does not fit.
   *
   * @param bytes that hold the field in ASCII, without a quotation mark or a line end
   */
  boolean store(int field, byte[] bytes, int from, int to);

  /** Ends a row whose fields were stored. */
  void endRow();

  /**
   * Stores a record that Commons CSV read.
   *
   * @throws io.cambric.errors.DataException if a field does not fit
   */
  void add(CsvRow row);
}
